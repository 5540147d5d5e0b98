import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { toXml } from '../../main/rest/responses/xml.ts';

const parser = new XMLParser({ parseTagValue: false, trimValues: false, ignoreAttributes: false });

describe('an answer as XML', () => {
  it('is a person-readable document', () => {
    expect(toXml({ success: true, tickets: [{ id: 'a' }, { id: 'b' }], empty: [], none: {} })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<response><success>true</success>' +
        '<tickets><item><id>a</id></item><item><id>b</id></item></tickets><empty></empty><none></none></response>',
    );
  });

  it.each(['1', 'a b', 'xml', 'XmlThing', 'ns:x', 'é', '', '<&">', '-a'])('writes the key %j as an item', (key) => {
    const text = toXml({ [key]: 'v' });
    expect(XMLValidator.validate(text)).toBe(true);
    expect(text).toContain('<item key="');
  });

  it.each([
    ['markup', '<b>&amp;"\'</b>', '<b>&amp;"\'</b>'],
    ['control characters', 'a\u0000\u0008\u000b\u001fb', 'ab'],
    ['half characters', 'a\ud800b\udc00c', 'abc'],
    ['no characters', '\ufffe\uffffx', 'x'],
    ['whole characters', '😀中', '😀中'],
    ['lines', 'a\nb\tc', 'a\nb\tc'],
    ['the end of a section', ']]>', ']]>'],
  ])('carries %s', (_what, given, read) => {
    const text = toXml({ note: given });
    expect(XMLValidator.validate(text)).toBe(true);
    expect(parser.parse(text).response.note).toBe(read);
  });
});
