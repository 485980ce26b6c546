// The conflict dialog of the driver form: another user saved the configuration while the form was open.
import { Form } from 'antd'
import { call } from '../../../contract/call.ts'
import type { Driver, EquipmentConfig } from '../../../contract/equipment-config.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { configView } from '../../frame/config-views.ts'
import { ConflictDialog } from '../../platform/open/versioned-conflict.tsx'
import { queryConfig } from '../config/contract.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { loadNewest } from '../open/config-query.ts'
import { type DriverValues, mergedDriver, withDriver } from './merge.ts'
import { driverText } from './text.ts'

export type ConfigHead = { version: number; config: EquipmentConfig }

/** The conflict of two edits of a driver. Rendered inside the form, whose fields it sets. */
export function DriverConflict({
  info,
  head: { config },
  id,
  values,
  onHead,
  onClose,
  onGone,
}: {
  info: Pick<EquipmentInfo, 'id' | 'zone'>
  head: ConfigHead
  /** Id of the driver; undefined for a new one. */
  id: Driver['id'] | undefined
  values: DriverValues
  onHead: (head: ConfigHead) => void
  onClose: () => void
  /** Called when the driver was deleted, or the new one is discarded. */
  onGone: () => void
}) {
  const t = useText(driverText)
  const zone = useZoneOf(info)
  const form = Form.useFormInstance<DriverValues>()
  const ofId = ({ drivers }: EquipmentConfig) => drivers.find((driver) => driver.id === id)
  const reload = async (keepMine: boolean) => {
    const next = await call(queryConfig, { equipmentId: info.id })
    const [base, theirs] = [ofId(config), ofId(next.config)]
    onHead(next)
    if (!keepMine && !theirs) return onGone()
    // If the saved driver was deleted, the input is saved as a new driver.
    if (theirs) form.setFieldsValue(mergedDriver(keepMine && base ? base : { ...theirs, ...values }, values, theirs))
  }
  return (
    <ConflictDialog
      base={config}
      mine={withDriver(config, id, values)}
      view={configView}
      loadNewest={() => loadNewest(info.id)}
      zone={zone}
      onReload={reload}
      notes={{ keep: t('staleKeepNote'), drop: t('staleDropNote') }}
      onClose={onClose}
    />
  )
}
