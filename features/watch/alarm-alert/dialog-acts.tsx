// The buttons of an alarm dialog: open the alarm, or acknowledge it.
import type { AlarmId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { acknowledgeAlarms } from '../alarm/contract.ts'
import { useAlarmAct } from '../alarm/part-queries.ts'
import { alarmPage } from '../alarm/rules.ts'
import { alarmAlertText } from './text.ts'

export function DialogActs({ id, onDone }: { id: AlarmId; onDone: () => void }) {
  const t = useText(alarmAlertText)
  const { go } = usePlace()
  const acknowledge = useAlarmAct(acknowledgeAlarms, 'acknowledged', onDone)
  return (
    <>
      <Act onClick={() => go(withSearch(alarmPage, { alarm: id }))}>{t('openAlarm')}</Act>
      <Act
        kind="primary"
        icon="check"
        sends
        may="alarm:acknowledge"
        busy={acknowledge.isPending}
        onClick={() => acknowledge.mutate({ alarmIds: [id] })}
      >
        {t('acknowledge')}
      </Act>
    </>
  )
}
