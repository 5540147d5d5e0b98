import { describe, expect, it } from 'vitest';
import { faultIn, isCut } from './judge.ts';

const ASKED = Buffer.from('GET /restapi/locations HTTP/1.1\r\nhost: a\r\n\r\n');

function chunkedAnswer(status: string, chunks: readonly string[]): Buffer {
  const body = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('');
  const type = 'content-type: application/json; charset=utf-8';
  return Buffer.from(`HTTP/1.1 ${status}\r\n${type}\r\ntransfer-encoding: chunked\r\n\r\n${body}`);
}

function verdict(answer: Buffer, asked = ASKED): string | null {
  return faultIn(asked, answer, true, new Map());
}

describe('the judge of the fuzzer, on an answer in chunks', () => {
  const good = '{"success":true,"locations":[]}';

  it.each([
    ['a good one', [good, ''], null],
    ['a good one in pieces', [good.slice(0, 5), good.slice(5), ''], null],
    ['one that is no JSON', ['{"success":', ''], /^JSON that is none/],
    ['one that contradicts itself', ['{"success":false,"errno":6}', ''], /^HTTP 200 with success false/],
    ['one without its end', [good], /^a cut body/],
  ])('%s', (_what, chunks, fault) => {
    const found = verdict(chunkedAnswer('200 OK', chunks));
    if (fault === null) expect(found).toBeNull();
    else expect(found).toMatch(fault);
  });

  it('sees what follows it', () => {
    const twice = Buffer.concat([chunkedAnswer('200 OK', [good, '']), chunkedAnswer('200 OK', [good, ''])]);
    expect(verdict(twice)).toBe('2 answers to one request');
    const empty = Buffer.from(
      'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    expect(verdict(empty)).toBe('HTTP 400 without a word');
  });

  it('wants no body of HEAD', () => {
    const head = Buffer.from('HEAD /restapi/locations HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(verdict(Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'), head)).toBeNull();
  });
});

describe('the judge of the fuzzer, on an answer that ends with its connection', () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close\r\n\r\n';
  const good = Buffer.from(`${head}{"success":true,"locations":[]}`);

  it('reads all of it as the body', () => {
    expect(verdict(good)).toBeNull();
    expect(isCut(ASKED, good)).toBe(false);
  });

  it('waits for more of one that is cut', () => {
    const cut = good.subarray(0, -1);
    expect(verdict(cut)).toMatch(/^JSON that is none/);
    expect(isCut(ASKED, cut)).toBe(true);
  });
});
