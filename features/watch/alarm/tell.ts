// Who is told of alarms, and what: in the transaction that puts them into the list, so that each is told once. A chattering
// rule, a shelved one and a backlog do not flood anybody. Who else is told, later, is put down there too: `escalate.ts`.
import type { Kysely } from 'kysely'
import { type AlarmLevel, type AlarmMethod, alarmLevels } from '../../../contract/equipment-config.ts'
import type { AccountId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { audience } from '../../frame/audience.ts'
import type { Platform } from '../../frame/serve.ts'
import type { NewDelivery } from '../../notify/delivery/contract.ts'
import { languageOf } from '../../notify/delivery/rules.ts'
import { putDeliveries } from '../../notify/open/delivery-put.ts'
import type { NewMessage } from '../../platform/message/contract.ts'
import { putMessages } from '../../platform/open/message-put.ts'
import { type Dictionary, shown, shownFilled } from '../../platform/translation/rules.ts'
import type { AlarmChange } from './take-store.ts'
import { groupsOf, isTold, methodsOf, type RaisedAlarm } from './tell-rules.ts'
import { insertSteps, loadDictionary, loadTold, lockUntold, markNotified } from './tell-store.ts'

const levels: Readonly<Record<AlarmLevel, { en: string; 'zh-cn': string }>> = {
  severe: { en: 'Severe', 'zh-cn': '严重' },
  important: { en: 'Important', 'zh-cn': '重要' },
  normal: { en: 'Normal', 'zh-cn': '一般' },
}

type Needs = Pick<Platform, 'db' | 'messages' | 'now' | 'use'>

/** Alarms of one device that are told as one: to whom, by what, and for the how manieth time. */
export type Telling = {
  alarms: readonly RaisedAlarm[]
  to: readonly AccountId[]
  methods: readonly AlarmMethod[]
  times: number
}

/** Tells of what was raised, and of nothing that is over; answers what is to be done when it is committed. */
export async function tellRaised(
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
  return tellKnown(needs, known.filter(isTold), within)
}

const atOnce = 200

/**
 * Notifies of alarms that are still active and that nobody was notified of when they were raised: their rule was silenced,
 * or an earlier alarm stood for them that is acknowledged by now.
 */
export async function tellLater(platform: Platform): Promise<void> {
  for (;;) {
    const { count, tell } = await platform.db.transaction().execute(async (tx) => {
      const untold = await lockUntold(tx, platform.now(), atOnce)
      const ids = untold.map(({ id }) => id)
      await markNotified(tx, ids, { isSilent: false, isRepeated: false })
      return { count: untold.length, tell: await tellKnown(platform, untold, tx) }
    })
    tell()
    if (count < atOnce) return
  }
}

/** The first notification of alarms, and the steps that follow while nobody acknowledges. */
async function tellKnown(needs: Needs, alarms: readonly RaisedAlarm[], within: Kysely<DB>): Promise<() => void> {
  await insertSteps(within, alarms, needs.now())
  const tellings: Telling[] = []
  for (const group of groupsOf(alarms)) {
    const { orgId, equipmentId } = group[0]!
    const to = await needs.use(audience).whoSee(orgId, equipmentId, 'alarm:view')
    tellings.push({ alarms: group, to, methods: methodsOf(group), times: 1 })
  }
  return tellAll(needs, tellings, within)
}

/** By messages on the screen, and by deliveries that are sent as soon as this is committed. */
export async function tellAll(needs: Needs, tellings: readonly Telling[], within: Kysely<DB>): Promise<() => void> {
  const messages: NewMessage[] = []
  const deliveries: NewDelivery[] = []
  for (const { alarms, to, methods, times } of tellings) {
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

/** One alarm by its words; several by their number and the severest of them. In both languages, as far as names have them. */
function textOf(group: readonly RaisedAlarm[], dictionary: Dictionary) {
  const alarm = [...group].sort((a, b) => alarmLevels.indexOf(a.level) - alarmLevels.indexOf(b.level))[0]!
  const { level, name, content, equipmentName } = alarm
  const en = (source: string) => shown(dictionary, 'en', source)
  const zh = (source: string) => shown(dictionary, 'zh-cn', source)
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
    note: { en: names.map(en).join(', '), 'zh-cn': names.map(zh).join('、') },
    alarm,
  }
}
