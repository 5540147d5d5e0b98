/** How much an operation takes: bytes of a body, and values in it. */
import { MAX_THING_VALUES } from '../../site/rules/site.ts';
import type { Operation } from '../operation.ts';

/** A whole site holds the pictures of its locations. Only the back office sends such documents. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;
/** What strangers may send: names, passwords and secrets are short, and reading more costs who has a key. */
const MAX_STRANGERS_BYTES = 16 * 1024;
/** A site of 2,000 branches has some 400,000. */
const MAX_SITE_VALUES = 500_000;

/** For the configuration of its route; without it, as few as parameters have. */
export function mostValues({ document, wholeSite }: Operation): { readonly mostValues?: number } {
  if (document === undefined) return {};
  return { mostValues: wholeSite === true ? MAX_SITE_VALUES : MAX_THING_VALUES };
}

/** For its route, in bytes; without it, what every route takes. */
export function bodyLimit({ document, withoutKey, mostBytes }: Operation): { readonly bodyLimit?: number } {
  if (withoutKey === true) return { bodyLimit: MAX_STRANGERS_BYTES };
  if (mostBytes !== undefined) return { bodyLimit: mostBytes };
  return document === undefined ? {} : { bodyLimit: MAX_DOCUMENT_BYTES };
}
