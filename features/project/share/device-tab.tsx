// The tab of a device for sharing with people without an account. [S6 Share permissions]
import type { DeviceTab, DeviceTabProps } from '../../device/open/live-tab.ts'
import { ShareCard } from './part-share-card.tsx'

const ShareTab = ({ id, name, zone }: DeviceTabProps) => <ShareCard of={{ equipId: id }} name={name} zone={zone} />

export default [
  {
    key: 'share',
    place: 85,
    label: { en: 'Public sharing', 'zh-cn': '公开分享' },
    may: 'share:edit',
    Body: ShareTab,
  },
] satisfies DeviceTab[]
