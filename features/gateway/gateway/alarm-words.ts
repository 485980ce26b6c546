// The alarm status of a gateway in words.
import { useText } from '../../../ui/words.ts'
import type { GatewayRow } from './contract.ts'
import { gatewayText } from './text.ts'

/** A text about the alarms of a gateway; empty for accounts that may not see alarms. */
export function useAlarmWords(): (gateway: Pick<GatewayRow, 'alarms' | 'alarmStatus'>) => string {
  const t = useText(gatewayText)
  return ({ alarms, alarmStatus }) => {
    if (!alarms) return ''
    return alarmStatus === 'active' ? t('alarmActive', alarms) : t('alarmNone')
  }
}
