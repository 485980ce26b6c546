// The search box command for registering a gateway.
import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  acts: [
    {
      key: 'registerGateway',
      label: { en: 'Register gateway', 'zh-cn': '登记网关' },
      icon: 'plus',
      may: 'gateway:register',
      to: '/manage/eg/gateway?add=register',
    },
  ],
})
