import type { DeviceTab } from '../../device/open/live-tab.ts'
import { OperationLog } from './operation-log.tsx'

export default [
  {
    key: 'log',
    place: 90,
    label: { en: 'Operation log', 'zh-cn': '操作日志' },
    may: 'log:view',
    Body: ({ id, zone }) => <OperationLog objectId={id} zone={zone} />,
  },
] satisfies DeviceTab[]
