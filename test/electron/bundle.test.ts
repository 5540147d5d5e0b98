/** Built files of the program that its start depends on. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtProgram } from './built.ts';

const built = builtProgram();

const text = (file: string): string => readFileSync(`${built.mainDir}/${file}`, 'utf8');

describe('the bundle', () => {
  it('has one file per entry point of the program', () => {
    expect(readdirSync(built.mainDir)).toEqual(
      expect.arrayContaining(['main.js', 'preload.cjs', 'printer.js', 'serve.js', 'store-worker.cjs']),
    );
  });

  it('has a preload script that runs in the sandbox', () => {
    const required = [...text('preload.cjs').matchAll(/require\(["']([^"']+)["']\)/g)].map(([, name]) => name);
    expect(new Set(required)).toEqual(new Set(['electron']));
    expect(text('preload.cjs')).not.toMatch(/^(import|export) /m);
  });

  it('has a store worker without ES modules, which Electron reads from its archive only in the main thread', () => {
    expect(text('store-worker.cjs')).not.toMatch(/^(import|export) |\bimport\.meta\b|\bimport\(/m);
    const required = [...text('store-worker.cjs').matchAll(/require\(["']([^"']+)["']\)/g)].map(([, name]) => name);
    expect(required).toContain('node:sqlite');
    expect(required.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  });

  it('imports electron only in the entry of the window and the preload script', () => {
    const naming = readdirSync(built.mainDir).filter((file) => /(from|require\()\s*["']electron["']/.test(text(file)));
    expect(naming.sort()).toEqual(['main.js', 'preload.cjs']);
  });

  it('loads large packages only when they are needed', () => {
    const atStart = [...text('serve.js').matchAll(/^import .*?["']([^"']+)["'];$/gm)].map(([, name]) => name);
    for (const heavy of ['serialport', '@napi-rs/canvas', 'koffi', 'node-thermal-printer']) {
      expect(atStart).not.toContain(heavy);
    }
  });

  it('has no lazy chunk that imports its own entry', () => {
    const entries = /from ["']\.\/(main|serve|printer)\.js["']/;
    const waiting = readdirSync(built.mainDir).filter((file) => entries.test(text(file)));
    expect(waiting).toEqual([]);
  });
});
