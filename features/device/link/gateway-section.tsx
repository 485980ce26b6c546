// Links from the panel of a gateway to the pages of its device. [S2 Gateway panel: overview]
import type { GatewayInfo } from '../../gateway/gateway/contract.ts'
import type { GatewaySection } from '../../gateway/open/gateway-section.ts'
import { DeviceLinks } from '../open/link-list.tsx'

function Links({ gateway: { equipmentId } }: { gateway: GatewayInfo }) {
  return equipmentId === null ? null : <DeviceLinks id={equipmentId} to={['monitor', 'history', 'edit']} />
}

export default { place: 1, Links } satisfies GatewaySection
