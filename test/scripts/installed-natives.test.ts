import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { binarySystems } from '../../scripts/lib/binary-systems.mjs';
import { missingNatives } from '../../scripts/lib/installed-natives.mjs';
import { SYSTEMS } from '../../scripts/lib/systems.mjs';

const MODULES = join(import.meta.dirname, '..', '..', 'node_modules');
const SERIAL = join('@serialport', 'bindings-cpp', 'prebuilds');

const folder = mkdtempSync(join(tmpdir(), 'natives-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('for which system a file was made', () => {
  // These come with serialport for all systems at once: real files of other systems.
  it.each([
    ['linux-x64/@serialport+bindings-cpp.glibc.node', ['linux x64']],
    ['linux-arm64/@serialport+bindings-cpp.armv8.glibc.node', ['linux arm64']],
    ['linux-arm/@serialport+bindings-cpp.armv7.glibc.node', []],
    ['win32-x64/@serialport+bindings-cpp.node', ['win32 x64']],
    ['win32-arm64/@serialport+bindings-cpp.armv8.node', ['win32 arm64']],
    ['win32-ia32/@serialport+bindings-cpp.node', []],
    ['darwin-x64+arm64/@serialport+bindings-cpp.node', ['darwin x64', 'darwin arm64']],
  ])('is read from %s', (file, systems) => {
    expect(binarySystems(join(MODULES, SERIAL, file)).toSorted()).toEqual(systems.toSorted());
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a script', Buffer.from(`#!/bin/sh\n${'# a long comment\n'.repeat(20)}`)],
    ['a text that begins like a program of Windows', Buffer.from(`MZ${' '.repeat(200)}`)],
    ['a Java class', Buffer.concat([Buffer.from('cafebabe00000041', 'hex'), Buffer.alloc(200)])],
    ['a file that was cut off', Buffer.from('7f454c46', 'hex')],
  ])('is none for %s', (name, bytes) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    expect(binarySystems(path)).toEqual([]);
  });
});

describe('an installation', () => {
  const here = SYSTEMS.find(({ os, cpu }) => os === process.platform && cpu === process.arch);

  it.runIf(here)('has everything on this machine', () => {
    expect(missingNatives(MODULES, here!)).toEqual([]);
  });

  it.each(SYSTEMS)('names every package that is missing on $name', (system) => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    expect(missingNatives(empty, system)).toEqual([...system.native, system.node.package, '@serialport/bindings-cpp']);
  });

  it.each(SYSTEMS)('finds the serial library for $name', (system) => {
    expect(missingNatives(MODULES, system)).not.toContain('@serialport/bindings-cpp');
  });

  it('does not take a file for another system for the one that is needed', () => {
    const wrong = mkdtempSync(join(folder, 'wrong-'));
    const [windows] = SYSTEMS.filter(({ os }) => os === 'win32');
    const [first] = windows!.native;
    mkdirSync(join(wrong, first!), { recursive: true });
    const place = join(wrong, first!, 'library.node');
    cpSync(join(MODULES, SERIAL, 'linux-x64', '@serialport+bindings-cpp.glibc.node'), place);
    expect(missingNatives(wrong, windows!)).toContain(first);
    cpSync(join(MODULES, SERIAL, 'win32-x64', '@serialport+bindings-cpp.node'), place);
    expect(missingNatives(wrong, windows!)).not.toContain(first);
  });
});
