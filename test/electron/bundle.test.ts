/** What the build makes of the program, as far as its start depends on it. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtProgram } from './built.ts';

const built = builtProgram();

const text = (file: string): string => readFileSync(`${built.mainDir}/${file}`, 'utf8');

describe('the bundle', () => {
  it('has one file for each way into the program', () => {
    expect(readdirSync(built.mainDir)).toEqual(
      expect.arrayContaining(['main.js', 'preload.cjs', 'printer.js', 'serve.js', 'store-worker.cjs']),
    );
  });

  it('has a preload script that runs in the sandbox', () => {
    const required = [...text('preload.cjs').matchAll(/require\(["']([^"']+)["']\)/g)].map(([, name]) => name);
    expect(new Set(required)).toEqual(new Set(['electron']));
    expect(text('preload.cjs')).not.toMatch(/^(import|export) /m);
  });

  it('has a thread for the store that needs no ES modules, which Electron reads from its archive in the main thread', () => {
    expect(text('store-worker.cjs')).not.toMatch(/^(import|export) |\bimport\.meta\b|\bimport\(/m);
    const required = [...text('store-worker.cjs').matchAll(/require\(["']([^"']+)["']\)/g)].map(([, name]) => name);
    expect(required).toContain('node:sqlite');
    expect(required.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  });

  it('names electron in the window’s entry and the preload only', () => {
    const naming = readdirSync(built.mainDir).filter((file) => /(from|require\()\s*["']electron["']/.test(text(file)));
    expect(naming.sort()).toEqual(['main.js', 'preload.cjs']);
  });

  it('loads the heavy packages only when they are needed', () => {
    const atStart = [...text('serve.js').matchAll(/^import .*?["']([^"']+)["'];$/gm)].map(([, name]) => name);
    for (const heavy of ['serialport', '@napi-rs/canvas', 'koffi', 'node-thermal-printer']) {
      expect(atStart).not.toContain(heavy);
    }
  });

  it('has no late part that waits for its own entry to end', () => {
    const entries = /from ["']\.\/(main|serve|printer)\.js["']/;
    const waiting = readdirSync(built.mainDir).filter((file) => entries.test(text(file)));
    expect(waiting).toEqual([]);
  });
});
