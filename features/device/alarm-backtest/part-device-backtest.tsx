// The backtest of a device's rule; links to a report if a variable is not stored.
import { type ComponentProps, useCallback } from 'react'
import { call } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { useZoneOf } from '../../../ui/me.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useText } from '../../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { tryAlarmRule } from './contract.ts'
import { BacktestPanel } from './panel.tsx'
import { backtestText } from './text.ts'
import type { AskBacktest } from './use-backtest.ts'

type Props = { info: EquipmentInfo } & Omit<ComponentProps<typeof BacktestPanel>, 'ask' | 'zone' | 'unstoredAct'>

export function DeviceBacktest({ info, ...of }: Props) {
  const t = useText(backtestText)
  const { go } = usePlace()
  const { id } = info
  const ask = useCallback<AskBacktest>(
    (asked, signal) => call(tryAlarmRule, { equipmentId: id, ...asked }, { signal }),
    [id],
  )
  const toReports = () => go(withSearch(pathOf('/manage/eg/equipment/edit/{id}/report', { id }), { add: 'normal' }))
  const unstoredAct = (
    <Act may="equipment:edit" onClick={toReports}>
      {t('tryUnstoredAct')}
    </Act>
  )
  return <BacktestPanel {...of} ask={ask} zone={useZoneOf(info)} unstoredAct={unstoredAct} />
}
