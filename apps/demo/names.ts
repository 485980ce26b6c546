// The demo's names in the other language: stations, groups, variables, reports, alarm rules and texts of pages.
import type { Language } from '../../contract/errors.ts'
import { groupSeed } from '../../features/device/group/seed.ts'
import { seeds } from '../../features/frame/seeding.ts'
import { queryNames, saveTranslations, type Translation } from '../../features/platform/translation/contract.ts'
import { untranslatedIn } from '../../features/platform/translation/rules.ts'
import { type Register, stationKeys, stationMaps } from '../../plant/waterworks/registers.ts'
import { alarmPlan, wordsOf } from './alarm-plan.ts'
import type { Client } from './client.ts'
import { reportPlan } from './report-plan.ts'

type Pair = Record<Language, string>

const statesOf = ({ states }: Register): Pair[] =>
  states ? [0, 1].map((value) => ({ en: states.en[value]!, 'zh-cn': states.zh[value]! })) : []

/** Chinese by English; where two differ, the variable's own. */
function demoNames(): Map<string, string> {
  const pairs: Pair[] = [
    ...stationKeys.flatMap((key): Pair[] => {
      const { nameEn, nameZh, registers } = stationMaps[key]
      return [
        { en: nameEn, 'zh-cn': nameZh },
        ...registers.map((register) => ({ en: register.nameEn, 'zh-cn': register.nameZh })),
        ...registers.map((register) => ({ en: register.groupEn, 'zh-cn': register.groupZh })),
        ...registers.flatMap(statesOf),
        ...reportPlan(key).map(({ names }) => names),
        ...alarmPlan(key).flatMap(wordsOf),
      ]
    }),
    ...[groupSeed.top, ...Object.values(groupSeed.below)],
    ...seeds.flatMap(({ names = [] }) => names),
  ]
  return new Map(pairs.toReversed().map((pair) => [pair.en, pair['zh-cn']]))
}

/**
 * Translates names that the demo gave and that have no translation yet. A demo of a Chinese machine may have Chinese
 * names.
 */
export async function ensureNames(call: Client): Promise<void> {
  const zhOf = demoNames()
  const enOf = new Map([...zhOf].map(([en, zh]) => [zh, en]))
  const rows = await call(queryNames, {})
  const entries = rows.flatMap((row): Translation[] => {
    const { source, en, zh } = row
    const [missing] = untranslatedIn(row)
    const found = missing === 'en' ? enOf.get(source) : zhOf.get(source)
    if (!missing || found === undefined || row.kinds.length === 0) return []
    return [missing === 'en' ? { source, en: found, zh } : { source, en, zh: found }]
  })
  if (entries.length > 0) await call(saveTranslations, { entries })
}
