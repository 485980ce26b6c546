import { useMutation } from '@tanstack/react-query'
import { mutationOf } from '../../../contract/call.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SeverityCounts, StatusDot } from '../../../ui/marks.tsx'
import { useText } from '../../../ui/words.ts'
import { WarrantyMark } from '../../device/open/warranty-mark.tsx'
import { DeviceImage } from '../../platform/open/picture-device-image.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { cancelFollow, follow, type MonitorRow } from './contract.ts'
import { monitorText } from './text.ts'

/** State, name and open alarms, at the start of every list of devices. */
export function DeviceName({ row }: { row: MonitorRow }) {
  const t = useText(monitorText)
  const name = useName()
  return (
    <span className="device-name">
      {row.state ? <StatusDot state={row.state} /> : <span className="no-gateway" title={t('noGateway')} />}
      <DeviceImage path={row.image} name={name(row.name)} />
      <span>{name(row.name)}</span>
      <WarrantyMark of={row} />
      <SeverityCounts counts={row.alarms} label={t('inAlarm')} />
    </span>
  )
}

/** The star of followed devices, which are the first in the list. */
export function FollowStar({ row }: { row: MonitorRow }) {
  const t = useText(monitorText)
  const name = useName()(row.name)
  const change = useMutation(mutationOf(row.followed ? cancelFollow : follow))
  return (
    <button
      type="button"
      className="star"
      aria-pressed={row.followed}
      aria-label={t(row.followed ? 'unfollow' : 'follow', { name })}
      title={t(row.followed ? 'unfollow' : 'follow', { name })}
      onClick={(event) => {
        event.preventDefault()
        change.mutate({ equipmentId: row.id })
      }}
    >
      <Icon name="star" size={16} />
    </button>
  )
}
