import { shellPart } from '../../../ui/shell-part.ts'
import { Bell } from './bell.tsx'
import { MessageWatch } from './message-watch.tsx'

export default shellPart({
  userMenu: [
    {
      key: 'messages',
      label: { en: 'Messages', 'zh-cn': '消息' },
      icon: 'bell',
      may: 'signedIn',
      to: '/msg/messageAll',
    },
  ],
  TopEnd: Bell,
  Watch: MessageWatch,
})
