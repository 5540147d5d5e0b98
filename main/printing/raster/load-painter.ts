/**
 * Lazy load of the drawing library.
 *
 * Nobody waits for it who prints plain Latin tickets.
 */
import type { Painter } from './painter.ts';

let loading: Promise<Painter> | null = null;

export function loadPainter(): Promise<Painter> {
  loading ??= import('./painter.ts').then((module) => module.painter);
  return loading;
}
