import type { Webhooks } from './webhooks.ts';

/** Figures of webhooks for Prometheus. Labels are ids of the site and names of states. */
export async function webhookFigures(webhooks: Webhooks): Promise<string> {
  const views = await webhooks.views();
  const gauge = (name: string, help: string, value: (view: (typeof views)[number]) => number): readonly string[] => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...views.map((view) => `${name}{webhook="${label(view.id)}"} ${value(view)}`),
  ];
  const lines = [
    '# HELP tan_webhook_tries_total Tries to deliver, by how they ended.',
    '# TYPE tan_webhook_tries_total counter',
    ...webhooks
      .tries()
      .map(
        ({ webhookId, state, count }) =>
          `tan_webhook_tries_total{webhook="${label(webhookId)}",state="${state}"} ${count}`,
      ),
    ...gauge('tan_webhook_behind', 'Events that a webhook has not looked at yet.', ({ behind }) => behind),
    ...gauge(
      'tan_webhook_missed',
      'Events that were given up before a webhook could have them.',
      ({ missed }) => missed,
    ),
    ...gauge('tan_webhook_paused', 'Whether a webhook is paused.', ({ state }) => (state === 'paused' ? 1 : 0)),
  ];
  return `${lines.join('\n')}\n`;
}

function label(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
