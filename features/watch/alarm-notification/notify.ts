// Notification of raised alarms, in the transaction that stores them, so that each is notified once. Chattering rules,
// shelved rules and backlogs do not flood anyone. Escalation steps are queued here too; `escalate.ts` sends them.
import type { Kysely } from 'kysely'
import { type AlarmLevel, type AlarmMethod, alarmLevels } from '../../../contract/equipment-config.ts'
import type { AccountId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import { audience } from '../../frame/audience.ts'
import type { Platform } from '../../frame/serve.ts'
import type { NewDelivery } from '../../notify/delivery/contract.ts'
import { languageOf } from '../../notify/delivery/rules.ts'
import { putDeliveries } from '../../notify/open/delivery-put.ts'
import type { NewMessage } from '../../platform/message/contract.ts'
import { putMessages } from '../../platform/open/message-put.ts'
import { type Dictionary, shownFilled, translate } from '../../platform/translation/rules.ts'
import type { AlarmChange } from '../alarm-intake/contract.ts'
import { groupsOf, isTold, methodsOf, type RaisedAlarm } from './rules.ts'
import { insertSteps, loadDictionary, loadTold, lockUntold, markNotified } from './store.ts'

const levels: Readonly<Record<AlarmLevel, { en: string; 'zh-cn': string }>> = {
  severe: { en: 'Severe', 'zh-cn': '严重' },
  important: { en: 'Important', 'zh-cn': '重要' },
  normal: { en: 'Normal', 'zh-cn': '一般' },
}

type Needs = Pick<Platform, 'db' | 'messages' | 'now' | 'use'>

/** A notification of alarms of one device. `times`: its number, 1 for the first. */
export type AlarmNotification = {
  alarms: readonly RaisedAlarm[]
  to: readonly AccountId[]
  methods: readonly AlarmMethod[]
  times: number
}

/** Notifies of raised alarms, not of cleared ones; returns what is to run after the commit. */
export async function notifyRaised(
  needs: Needs,
  changes: readonly AlarmChange[],
  within: Kysely<DB>,
): Promise<() => void> {
  const raised = changes.filter(({ kind }) => kind === 'raised')
  if (raised.length === 0) return () => undefined
  const told = await loadTold(
    within,
    raised.map(({ id }) => id),
  )
  const known = raised.flatMap((alarm) => ({ ...alarm, ...told.get(alarm.id)! }))
  const idsOf = (some: readonly RaisedAlarm[]) => some.map(({ id }) => id)
  const repeated = known.filter((alarm) => alarm.isRepeated && !alarm.isShelved)
  await markNotified(within, idsOf(known.filter(({ isShelved }) => isShelved)), { isSilent: true })
  await markNotified(within, idsOf(repeated), { isRepeated: true })
  return notifyFirst(needs, known.filter(isTold), within)
}

const atOnce = 200

/**
 * Notifies of active alarms that were suppressed when they were raised, because their rule was shelved or an earlier
 * alarm was not acknowledged.
 */
export async function notifyLater(platform: Platform): Promise<void> {
  for (;;) {
    const { count, tell } = await platform.db.transaction().execute(async (tx) => {
      const untold = await lockUntold(tx, platform.now(), atOnce)
      const ids = untold.map(({ id }) => id)
      await markNotified(tx, ids, { isSilent: false, isRepeated: false })
      return { count: untold.length, tell: await notifyFirst(platform, untold, tx) }
    })
    tell()
    if (count < atOnce) return
  }
}

/** The first notification of alarms, and their escalation steps. */
async function notifyFirst(needs: Needs, alarms: readonly RaisedAlarm[], within: Kysely<DB>): Promise<() => void> {
  await insertSteps(within, alarms, needs.now())
  const notifications: AlarmNotification[] = []
  for (const group of groupsOf(alarms)) {
    const { orgId, equipmentId } = group[0]!
    const to = await needs.use(audience).whoSee(orgId, equipmentId, 'alarm:view')
    notifications.push({ alarms: group, to, methods: methodsOf(group), times: 1 })
  }
  return notifyAll(needs, notifications, within)
}

/** Creates messages on the screen, and deliveries that are sent after the commit. */
export async function notifyAll(
  needs: Needs,
  notifications: readonly AlarmNotification[],
  within: Kysely<DB>,
): Promise<() => void> {
  const messages: NewMessage[] = []
  const deliveries: NewDelivery[] = []
  for (const { alarms, to, methods, times } of notifications) {
    if (to.length === 0) continue
    const { orgId, equipmentId } = alarms[0]!
    const names = alarms.flatMap(({ name, content, equipmentName, template }) => [
      ...[name, content, equipmentName],
      ...(template === null ? [] : [template]),
    ])
    const { alarm, ...text } = textOf(alarms, await loadDictionary(within, orgId, names))
    const about = { orgId, equipmentId, to, ...text, alarmId: alarm.id }
    if (methods.includes('push'))
      messages.push({ ...about, type: 'alarm', equipType: 'eg', dataId: equipmentId, broadcastTimes: times })
    const language = languageOf(`${alarm.name} ${alarm.content}`)
    deliveries.push({ ...about, methods, others: alarms.length - 1, level: alarm.level, language })
  }
  await putDeliveries(within, deliveries, needs.now())
  return putMessages(needs, messages, within)
}

/**
 * The text of one alarm, or the number of several with the most severe of them; in both languages where translations
 * exist.
 */
function textOf(group: readonly RaisedAlarm[], dictionary: Dictionary) {
  const alarm = [...group].sort((a, b) => alarmLevels.indexOf(a.level) - alarmLevels.indexOf(b.level))[0]!
  const { level, name, content, equipmentName } = alarm
  const en = (source: string) => translate(dictionary, 'en', source)
  const zh = (source: string) => translate(dictionary, 'zh-cn', source)
  if (group.length === 1) {
    const title = { en: `${levels[level].en}: ${en(name)}`, 'zh-cn': `${levels[level]['zh-cn']}：${zh(name)}` }
    const told = (language: 'en' | 'zh-cn') => shownFilled(dictionary, language, content)
    const note = { en: `${en(equipmentName)}: ${told('en')}`, 'zh-cn': `${zh(equipmentName)}：${told('zh-cn')}` }
    return { title, note, alarm }
  }
  const names = [...new Set(group.map((each) => each.name))].slice(0, 5)
  return {
    title: {
      en: `${group.length} alarms on ${en(equipmentName)}`,
      'zh-cn': `${zh(equipmentName)}有 ${group.length} 条报警`,
    },
    note: { en: joinWords(names.map(en), 'en'), 'zh-cn': joinWords(names.map(zh), 'zh-cn') },
    alarm,
  }
}
