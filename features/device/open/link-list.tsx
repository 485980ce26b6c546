// Links between the pages of a device: monitoring, configuration, gateway, history; and links from a value to its curve
// and its configuration. For use by other rooms.
import type { EquipmentId, GatewayId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import '../link/device-link.css'
import { useMay } from '../../../ui/me.ts'
import { Go, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { ViewSwitch } from '../../../ui/view-switch.tsx'
import { useText } from '../../../ui/words.ts'
import { deviceLinkText } from '../link/text.ts'

type Page = 'monitor' | 'edit' | 'gateway' | 'history'

const monitorOf = (id: number) => pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id, alarm: 0 })

/** The URL of a page of a device; the gateway page exists only while a gateway is bound. */
function addressOf(page: Page, id: number, gatewayId: GatewayId | null | undefined): string | undefined {
  if (page === 'monitor') return withSearch(monitorOf(id), { tab: 'realTime' })
  if (page === 'history') return withSearch(monitorOf(id), { tab: 'history' })
  if (page === 'edit') return pathOf('/manage/eg/equipment/edit/{id}/info', { id })
  return gatewayId ? withSearch('/manage/eg/gateway', { id: gatewayId }) : undefined
}

const needed = {
  monitor: 'monitor:view',
  history: 'history:view',
  edit: 'equipment:view',
  gateway: 'gateway:view',
} as const satisfies Record<Page, Permission>

/** Links to the other pages of a device that the user may open. */
export function DeviceLinks({
  id,
  gatewayId,
  to,
}: {
  id: number
  gatewayId?: GatewayId | null | undefined
  to: readonly Page[]
}) {
  const t = useText(deviceLinkText)
  const may = useMay()
  return (
    <nav className="device-links" aria-label={t('links')}>
      {to.map((page) => {
        if (!may(needed[page])) return null
        const address = addressOf(page, id, gatewayId)
        return (
          address && (
            <Go key={page} to={address} className="act act-link">
              {t(page)}
            </Go>
          )
        )
      })}
    </nav>
  )
}

/** Links to the two views of a device, with the open one marked; nothing for a user who may open only one. */
export function DeviceViews({ id, open }: { id: number; open: 'monitor' | 'configure' }) {
  const may = useMay()
  if (!may(needed.monitor) || !may(needed.edit)) return null
  return (
    <ViewSwitch
      open={open}
      to={{ monitor: addressOf('monitor', id, null)!, configure: addressOf('edit', id, null)! }}
    />
  )
}

/** Links from a value to its history curve and to its configuration. */
export function ValueLinks({
  equipmentId,
  signal,
}: {
  equipmentId: EquipmentId
  signal: { id: number; name: string }
}) {
  const t = useText(deviceLinkText)
  const may = useMay()
  const curve = withSearch(monitorOf(equipmentId), { tab: 'history', signal: signal.id })
  const row = withSearch(pathOf('/manage/eg/equipment/edit/{id}/signal', { id: equipmentId }), { word: signal.name })
  return (
    <nav className="device-links" aria-label={t('links')}>
      {may('history:view') && (
        <Go to={curve} className="act act-link">
          {t('toCurve')}
        </Go>
      )}
      {may('equipment:view') && (
        <Go to={row} className="act act-link">
          {t('toVariable')}
        </Go>
      )}
    </nav>
  )
}
