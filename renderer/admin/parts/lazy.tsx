import type { ComponentType } from 'preact';
import { type Lazy, lazy } from '../../shared/components/lazy.tsx';

/** A lazy component that waits for the texts of the editors too. */
export function lazyWithWords<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  return lazy(async (language) => {
    const words = import('../model/editor-words.ts').then(({ editorWords }) => language.more(editorWords));
    const [component] = await Promise.all([load(), words]);
    return component;
  });
}
