import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  userMenu: [
    {
      key: 'feedback',
      label: { en: 'Feedback', 'zh-cn': '意见反馈' },
      icon: 'message',
      may: 'signedIn',
      to: '/account/feedback',
    },
  ],
})
