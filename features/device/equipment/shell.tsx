// The search box command for adding a device.
import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  acts: [
    {
      key: 'addDevice',
      label: { en: 'Add device', 'zh-cn': '新增设备' },
      icon: 'plus',
      may: 'equipment:add',
      to: '/manage/eg/equipment/add',
    },
  ],
})
