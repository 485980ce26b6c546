// A note for gateways that are bound already, with a link to the device: another PLC needs only another driver there.
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { queryOf } from '../../../contract/call.ts'
import { Sn } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { Go } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type GatewayRow, queryGateways } from '../gateway/contract.ts'
import { servedText } from './served-text.ts'

/** The gateway of the organisation whose SN is entered in the field, if a device has it already. */
function useServed(field: 'own' | 'sn'): GatewayRow | undefined {
  const typed: string = Form.useWatch(field) ?? ''
  const sn = Sn.safeParse(typed)
  const { data } = useQuery({
    ...queryOf(queryGateways, { keyword: sn.data ?? '', bound: true, pageSize: 50 }),
    enabled: sn.success,
  })
  return sn.success ? data?.rows.find((row) => row.sn === sn.data) : undefined
}

/** A note that the device has a gateway already, with links to the possible actions. */
export function ServedNote({ field, onLeave }: { field: 'own' | 'sn'; onLeave: () => void }) {
  const t = useText(servedText)
  const served = useServed(field)
  const shown = useName()
  if (!served || served.equipmentId === null) return null
  const { sn, equipmentId: id, equipmentName } = served
  const name = shown(equipmentName ?? '')
  return (
    <div className="served-note" role="status">
      <b>{t('title', { sn, name })}</b>
      <p>{t('note', { name, count: limits.driversPerEquipment })}</p>
      <Go to={`${pathOf('/manage/eg/equipment/edit/{id}/driver', { id })}?do=add`} className="act" onGo={onLeave}>
        {t('addDriver', { name })}
      </Go>
    </div>
  )
}
