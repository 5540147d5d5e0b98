/**
 * Lazy load of the drawing library.
 *
 * Plain Latin tickets do not need it.
 */
import type { Painter } from './painter.ts';

let loading: Promise<Painter> | null = null;

export function loadPainter(): Promise<Painter> {
  loading ??= import('./painter.ts').then((module) => module.painter);
  return loading;
}
