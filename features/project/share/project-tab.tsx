import { useZone } from '../../../ui/me.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { ProjectInfo } from '../project/contract.ts'
import type { ProjectTab } from '../project/part-tab.ts'
import { ShareCard } from './part-share-card.tsx'

const ShareTab = ({ project: { id, name } }: { project: ProjectInfo }) => (
  <ShareCard of={{ projectId: id }} name={useName()(name)} zone={useZone()} />
)

export default {
  key: 'share',
  place: 60,
  label: { en: 'Public sharing', 'zh-cn': '公开分享' },
  may: 'share:edit',
  Body: ShareTab,
} satisfies ProjectTab
