import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { Card, CardWaiting } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { DeviceImage } from '../../platform/open/picture-device-image.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import { WarrantyDate } from '../open/warranty-mark.tsx'
import { liveText } from './text.ts'

export function DeviceTab({ id, zone }: { id: EquipmentId; zone: string }) {
  const t = useText(liveText)
  const name = useName()
  const { data, error, refetch } = useQuery(queryOf(equipmentInfo, { id }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <CardWaiting />
  const { longitude, latitude } = data
  return (
    <Card>
      <DeviceImage path={data.image} name={name(data.name)} size="large" />
      <KeyValues
        columns={2}
        rows={[
          { label: t('name'), value: name(data.name) },
          { label: t('group'), value: data.groupName ? name(data.groupName) : t('ungrouped') },
          { label: t('number'), value: data.number },
          { label: t('manufacturer'), value: data.manufacturer },
          { label: t('factoryDate'), value: data.factoryDate },
          { label: t('installDate'), value: data.installDate },
          { label: t('warrantyUntil'), value: <WarrantyDate of={data} /> },
          { label: t('iccid'), value: data.iccid },
          { label: t('address'), value: data.address },
          {
            label: t('position'),
            value: longitude === null || latitude === null ? '' : `${latitude}, ${longitude}`,
          },
          { label: t('zone'), value: data.zone ?? t('zoneOfCompany', { zone }) },
          { label: t('signalCount'), value: data.signalCount },
          { label: t('driverCount'), value: data.driverCount },
          { label: t('configVersion'), value: data.configVersion },
          { label: t('createdBy'), value: data.createdBy },
          { label: t('createdAt'), value: formatTime(data.createdAt, zone) },
          { label: t('remark'), value: data.remark },
        ]}
      />
    </Card>
  )
}
