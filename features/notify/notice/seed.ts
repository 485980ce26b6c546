// A published announcement that is already read, and a draft.
import { setTimeout as wait } from 'node:timers/promises'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { ignoreMessage, queryMessages } from '../../platform/message/contract.ts'
import { addNotice, publishNotice, queryNotices } from './contract.ts'

const out = {
  title: '演示平台使用说明',
  titleEn: 'About this demonstration',
  body: '本平台上的水厂是模拟的：PLC 和网关使用真实协议，故障可随时注入。\n\n在任意设备页面打开“工厂面板”，即可让 PLC 停止应答、断开网关或堵塞滤池，并观察报警与历史数据的变化。\n\n所有账号的密码均可在账号安全中修改。',
  bodyEn:
    'The waterworks on this platform are simulated: PLCs and gateways use real protocols, and faults can be injected at any time.\n\nOpen the plant panel on any device page to silence a PLC, cut off a gateway or clog a filter, and watch how alarms and history change.\n\nThe password of every account can be changed under account security.',
}
const draft = {
  title: '计划维护',
  titleEn: 'Planned maintenance',
  body: '平台将于周六 22:00 至 23:00 升级。网关继续采集，期间的数据在升级后补传。',
  bodyEn:
    'The platform is upgraded on Saturday from 22:00 to 23:00. Gateways continue to collect, and send the data of that hour after the upgrade.',
}

const lookEveryMs = 500
const looks = 60

/**
 * Waits until the administrator has received the announcement, and marks it as read, so that its dialog does not open
 * at each start.
 */
async function readIt({ call }: Demo, noticeId: number): Promise<void> {
  for (let i = 0; i < looks; i += 1) {
    const { rows } = await call(queryMessages, { type: 'notice', pageSize: 200 })
    const message = rows.find(({ dataId }) => dataId === noticeId)
    if (message?.status === 'unread') await call(ignoreMessage, { id: message.id })
    if (message) return
    await wait(lookEveryMs)
  }
}

async function run(demo: Demo): Promise<void> {
  const { call } = demo
  const { rows } = await call(queryNotices, { pageSize: 200 })
  const known = (titleEn: string) => rows.find((row) => row.titleEn === titleEn)
  if (!known(draft.titleEn)) await call(addNotice, draft)
  const told = known(out.titleEn)
  const id = told?.id ?? (await call(addNotice, out)).id
  if (!told || told.state === 'draft') await call(publishNotice, { id })
  if (told?.state !== 'withdrawn') await readIt(demo, id)
}

// Runs before other accounts exist, so that they do not receive the announcement as new.
export default { place: 1, run } satisfies Seed
