// The platform's own style. Its colours are those of ui/tokens.ts; the login, which has to be small, needs them not.
import type { Style } from './contract.ts'

/** What a window shows of a style before anybody has signed in. */
export type Face = Pick<Style, 'styleId' | 'title' | 'favicon' | 'login'>

const name = { en: 'Gatehouse', 'zh-cn': 'Gatehouse' }

export const ownFace: Face = {
  styleId: null,
  title: name,
  favicon: '/favicon.svg',
  login: {
    title: name,
    about: {
      en: 'Monitor and control your gateways and devices from anywhere.',
      'zh-cn': '随时随地监控您的网关与设备。',
    },
  },
}
