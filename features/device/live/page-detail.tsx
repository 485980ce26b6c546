// The page of one device, by the id in the URL. [S2]
import { EquipmentId } from '../../../contract/fields.ts'
import { usePlace } from '../../../ui/place.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { DeviceView } from '../open/live-device.tsx'

export default function DetailPage() {
  const { params } = usePlace()
  const id = EquipmentId.safeParse(params.id)
  if (!id.success) return <ErrorState error={{ code: 10002 }} />
  return <DeviceView key={id.data} id={id.data} />
}
