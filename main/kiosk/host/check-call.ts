/**
 * Validation of the page's calls by schema.
 *
 * The call must be known and its input must fit.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import type { TypedCard } from '../../devices/contract/wedge.ts';
import { compiledLate, QUICK_TO_COMPILE } from '../../lib/ajv-options.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { type CallFault, KioskCalls } from '../contract/kiosk.ts';
import { type PanelCall, PanelCalls } from '../contract/panel-calls.ts';
import type { KioskEvent } from '../machine/model.ts';

const ajv = new Ajv({ ...QUICK_TO_COMPILE, strict: true });

const CHECKS: ReadonlyMap<string, () => ValidateFunction> = new Map(
  Object.entries(KioskCalls).map(([name, schema]) => [name, compiledLate(ajv, schema)]),
);

/** A validated call: an event for the machine, a panel call, or text from a keyboard-wedge reader. */
export type CheckedCall =
  | KioskEvent
  | PanelCall
  | VoiceCall
  | ({ readonly kind: 'cardText' } & TypedCard)
  | { readonly kind: 'headsetRefuses'; readonly on: boolean };

/** Calls whose result contains data. */
export type VoiceCall =
  | { readonly kind: 'voices' }
  | { readonly kind: 'speak'; readonly text: string; readonly lang: string; readonly rate: number };

export function isVoiceCall(asked: CheckedCall): asked is VoiceCall {
  return asked.kind === 'voices' || asked.kind === 'speak';
}

export function isPanelCall(asked: CheckedCall): asked is PanelCall {
  return Object.hasOwn(PanelCalls, asked.kind);
}

export function checkCall(name: string, input: unknown): Result<CheckedCall, CallFault> {
  const check = CHECKS.get(name)?.();
  if (check === undefined) return fail({ code: 'unknown-call', message: `Unknown call "${name.slice(0, 40)}".` });
  if (!check(input)) {
    const { instancePath, message } = check.errors?.[0] ?? {};
    return fail({ code: 'invalid-input', message: `${name}${instancePath ?? ''} ${message ?? 'is not valid'}` });
  }
  // The schema has validated name and input as one of the events.
  return ok({ kind: name, ...(input as object) } as CheckedCall);
}
