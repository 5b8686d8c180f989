import { expect, it, onTestFinished } from 'vitest';
import { deliverDue } from '../../../src/alerts/outbox/deliver.ts';
import { loadSent } from '../../../src/alerts/outbox/deliveriesTable.ts';
import { deleteByAge } from '../../../src/daemon/maintenance.ts';
import { openDelivery } from '../../../src/daemon/program.ts';
import { localViewer, sightOf } from '../../../src/people/sight.ts';
import { loadAlert, loadMail } from '../../../src/web/pages/alerts/alertMail.ts';
import { docketWith, entryHit } from '../../check/hits.ts';
import { openOffice } from '../../check/office.ts';
import { serveOffice } from '../../web/serveOffice.ts';
import { openEndpoint } from '../channels/endpoint.ts';
import { openMailServer } from '../channels/mailServer.ts';

const running = new AbortController().signal;
const order = entryHit(2, { dateFiled: 'Nov 20, 2026', description: 'ORDER granting 1 Motion to Stay.' });
const watch = { id: 'widget', name: 'Our patent', matter: 'M-1', dockets: { patentNumber: '6,834,603' } };

/** Opens an office in which an order was filed, mailed to counsel and posted to Slack. */
async function orderSent(open: typeof openOffice) {
  const mail = await openMailServer();
  const slack = await openEndpoint((_, response) => response.end('ok'));
  const channels = {
    counsel: {
      type: 'email',
      smtpUrl: `smtp://127.0.0.1:${mail.port}`,
      from: 'tipstaff@firm.example',
      to: ['counsel@firm.example'],
    },
    chat: { type: 'slack', webhookUrl: slack.url },
    ops: { type: 'slack', webhookUrl: slack.url },
  };
  const settings = (over: object) => ({ channels, watches: [{ ...watch, ...over, notify: ['counsel', 'chat'] }] });
  const office = await open(settings({ announce: false }));
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  office.service.dockets = [docketWith([entryHit(1), order])];
  await office.check({ after: 1 });
  const delivery = await openDelivery({ ...office.parts(), redact: (text) => text, close: async () => {} });
  onTestFinished(() => delivery.close());
  await deliverDue(delivery.parts, running);
  const rows = await office.store.db
    .selectFrom('alerts')
    .select(['id', 'channel'])
    .where('kind', '=', 'changes')
    .execute();
  const id = (channel: string) => rows.find((row) => row.channel === channel)?.id ?? expect.fail(channel);
  return { office, mail, slack, settings, id };
}

it('an alert is shown as it was sent, whatever changes in the config, and after 90 days drawn again', async () => {
  const { office, mail, slack, settings, id } = await orderSent(openOffice);
  const counsel = id('counsel');
  const shown = async () => {
    const { store, config } = office.parts();
    const found = await loadAlert(
      { store, config },
      { sight: sightOf(config, localViewer), now: office.now },
      String(counsel),
    );
    return String(found && (await loadMail({ store, config }, found, running)));
  };
  office.pass(30);
  await office.configure(settings({ name: 'Renamed since', mute: ['Stay'] }));
  expect(await shown()).toContain('granting 1 Motion to Stay');
  expect(await shown()).toContain('Our patent');
  const { subject, html, text } = mail.mails[0]?.parsed ?? expect.fail('no mail');
  expect(await loadSent(office.store.db, counsel)).toMatchObject([{ form: 'mail', subject, html, text }]);
  const posted = slack.requests.map(({ body }) => JSON.parse(body));
  const [kept] = await loadSent(office.store.db, id('chat'));
  expect(posted).toContainEqual(kept?.form === 'json' ? JSON.parse(kept.json) : expect.fail('not kept'));

  office.pass(61);
  await deleteByAge(office.store, { sentDays: 90, signInsDays: 90 }, office.now, running);
  expect(await loadSent(office.store.db, counsel)).toEqual([]);
  expect(await shown()).toContain('Renamed since');
});

it('the page of an alert says when the server accepted it, and whether the page shows what was sent', async () => {
  let url = '';
  const { office, id } = await orderSent(async (settings) => {
    const served = await serveOffice(settings);
    url = served.url;
    return served.office;
  });
  const page = async (channel: string) => (await fetch(`${url}/alerts/${id(channel)}`)).text();
  expect(await page('counsel')).toContain('title="The mail as it was sent"');
  expect(await page('counsel')).toMatch(/<dt>Accepted<\/dt><dd><time/);
  expect(await page('chat')).toMatch(
    /<a\s+href="#posted">below<\/a>[\s\S]*"The text"><pre[^>]*>[^<]*granting[^<]*<[\s\S]* id="posted"><summary>As it was posted/,
  );
  await office.store.db.deleteFrom('sentMessages').execute();
  expect(await page('counsel')).toContain('Drawn again with today’s settings: what was sent is kept for 90 days');
  expect(await page('counsel')).not.toContain('as it was sent"');
});
