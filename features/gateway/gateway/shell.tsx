// Search box commands for gateways: `sync intake`, and adding one.
import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  verbs: [
    {
      key: 'sync',
      label: { en: 'Synchronise a device…', 'zh-cn': '同步设备…' },
      names: { en: ['sync', 'synchronise'], 'zh-cn': ['同步'] },
      icon: 'refresh',
      may: 'gateway:edit',
    },
  ],
  acts: [
    {
      key: 'addGateway',
      label: { en: 'Add gateway', 'zh-cn': '添加网关' },
      icon: 'plus',
      may: 'gateway:add',
      to: '/manage/eg/gateway?add=claim',
    },
  ],
})
