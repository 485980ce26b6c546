// The backtest of a device's rule; links to a report if a variable is not stored.
import { type ComponentProps, useCallback } from 'react'
import { call } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { useZoneOf } from '../../../ui/me.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useText } from '../../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { tryAlarmRule } from '../alarm-rules/contract.ts'
import { alarmRuleText } from '../alarm-rules/text.ts'
import { TriedPanel } from './panel.tsx'
import type { AskTried } from './use-backtest.ts'

type Props = { info: EquipmentInfo } & Omit<ComponentProps<typeof TriedPanel>, 'ask' | 'zone' | 'unstoredAct'>

export function TriedOfDevice({ info, ...of }: Props) {
  const t = useText(alarmRuleText)
  const { go } = usePlace()
  const { id } = info
  const ask = useCallback<AskTried>(
    (asked, signal) => call(tryAlarmRule, { equipmentId: id, ...asked }, { signal }),
    [id],
  )
  const toReports = () => go(withSearch(pathOf('/manage/eg/equipment/edit/{id}/report', { id }), { add: 'normal' }))
  const unstoredAct = (
    <Act may="equipment:edit" onClick={toReports}>
      {t('tryUnstoredAct')}
    </Act>
  )
  return <TriedPanel {...of} ask={ask} zone={useZoneOf(info)} unstoredAct={unstoredAct} />
}
