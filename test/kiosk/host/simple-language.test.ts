/** Simple language of the organisation, from the site to the printed ticket, online and offline. */
import { expect, it, onTestFinished } from 'vitest';
import { openTown } from '../../helpers/town.ts';
import { townSite } from '../../helpers/town-site.ts';
import { KioskClient } from './offline/kiosk-client.ts';

const LAYOUT = [
  { part: 'number' },
  {
    part: 'text',
    text: 'Kindly remain in the hall.',
    translations: { en_simple: { text: 'Wait here.' }, pt_PT: { text: 'Aguarde no átrio.' } },
  },
  { part: 'extra' },
];
const SIMPLE = {
  passports: { en_simple: { name: 'Travel papers', extra_text: 'You need 1 photo.' } },
  hall: { en_simple: { name: 'The town' } },
};

/** Test site with some texts in simple English. */
function house(): Record<string, unknown> {
  const site = townSite() as Record<'locations' | 'services', readonly Record<string, unknown>[]>;
  const more = (item: Record<string, unknown>): object => {
    const simple = SIMPLE[item.id as keyof typeof SIMPLE];
    return simple === undefined ? item : { ...item, translations: { ...(item.translations as object), ...simple } };
  };
  return {
    ...site,
    settings: { ...(site as { settings?: object }).settings, public_url: 'http://192.168.4.20:8080' },
    locations: site.locations.map((each) => ({
      ...more(each),
      ...(each.id === 'hall' ? { ticket_layout: LAYOUT } : {}),
    })),
    services: site.services.map(more),
  };
}

it('a kiosk prints texts in simple language if the visitor uses it, and does not send this choice to the server', async () => {
  const town = await openTown({ site: house(), authentication: 'off' });
  onTestFinished(() => town.close());
  const kiosk = await KioskClient.at(town);
  onTestFinished(() => kiosk.close());
  await kiosk.start();
  await kiosk.isReady('with its server');
  const choices = (): readonly string[] => {
    const { screen } = kiosk.state ?? {};
    return screen !== undefined && 'choices' in screen ? screen.choices.map(({ name }) => name) : [];
  };
  const simply = async (lang?: string) => {
    if (lang !== undefined) await kiosk.host.call('chooseLanguage', { lang });
    await kiosk.host.call('chooseSimple', { on: true });
    const read = { site: kiosk.state?.siteName, services: choices() };
    return { read, ...(await kiosk.take('passports')) };
  };
  const said = {
    lang: 'en',
    siteName: 'The town',
    serviceName: 'Travel papers',
    extraText: 'You need 1 photo.',
    footerText: 'Thank you.',
    layout: [{ text: '' }, { text: 'Wait here.' }, { text: '' }],
  };

  expect((await kiosk.take('passports')).paper).toMatchObject({
    siteName: 'Town Hall',
    serviceName: 'Passports',
    extraText: 'Bring a photo.',
    layout: [{}, { text: 'Kindly remain in the hall.' }, {}],
  });
  const followed = /^http:\/\/192\.168\.4\.20:8080\/ticket\/[\w-]{43}$/;
  expect((await kiosk.take('taxes')).paper?.qr?.content).toMatch(followed);
  const { read, screen, paper } = await simply();
  const [page = '', words] = paper?.qr?.content.split('#') ?? [];
  expect([page, words]).toEqual([expect.stringMatching(followed), 'simple']);
  expect(read).toEqual({ site: 'The town', services: ['Travel papers', 'Taxes', 'Weddings', 'Archive'] });
  expect(screen).toMatchObject({ ticket: { serviceName: 'Travel papers', page: `${page}#simple` } });
  expect(paper).toMatchObject(said);
  // A language without texts in simple language in the site.
  expect((await simply('pt_PT')).paper).toMatchObject({
    siteName: 'Câmara Municipal',
    serviceName: 'Passaportes',
    extraText: 'Traga uma fotografia.',
    layout: [{}, { text: 'Aguarde no átrio.' }, {}],
  });
  expect((await town.waiting('Passports')).map(({ lang }) => lang)).toEqual(['en', 'en', 'pt_PT']);

  kiosk.line.set('refused');
  await kiosk.isReady('alone');
  expect((await simply()).paper).toMatchObject({ ...said, number: 'A9001' });
});
