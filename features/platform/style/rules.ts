// The platform's own style. Its colours repeat those of ui/tokens.ts, which the login does not load, because it must be
// small.
import type { Style } from './contract.ts'

/** The parts of a style that a window needs before login. */
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
