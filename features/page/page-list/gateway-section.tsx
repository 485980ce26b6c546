// Tab of the gateway panel: the pages of its device; add, set as start page, delete. [S2 Gateway panel]
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../../gateway/gateway/contract.ts'
import type { GatewaySection } from '../../gateway/open/gateway-section.ts'
import './gateway-pages.css'
import { PageList } from '../open/page-list.tsx'
import { pageListText } from './text.ts'

export default {
  place: 40,
  tabs: [{ key: 'pages', place: 130, name: { en: 'Configuration pages', 'zh-cn': '组态页面' }, Show: GatewayPages }],
} satisfies GatewaySection

function GatewayPages({ gateway: { equipmentId, equipmentName, zone } }: { gateway: GatewayInfo }) {
  const t = useText(pageListText)
  if (equipmentId === null) return <EmptyState icon="gateway">{t('panelUnbound')}</EmptyState>
  return (
    <div className="gateway-pages">
      <PageList owner={{ equipmentId, projectId: null }} name={equipmentName ?? ''} zone={zone} />
    </div>
  )
}
