// The page to which WeChat redirects: removes the answer from the address and submits it.
import { call } from '../../../contract/call.ts'
import { usePlace } from '../../../ui/place.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { useReturning, WayFault } from '../login/part-other-site.tsx'
import { finishWeChat } from './contract.ts'
import { errors } from './errors.ts'
import { weChatText } from './text.ts'

const words = {
  // The fault says enough about a failed sign-in.
  signIn: { waiting: 'returning', failed: undefined, act: 'again', to: '/weixin' },
  bind: { waiting: 'binding', failed: 'notDone', act: 'back', to: '/account/security/sms' },
} as const

export default function ReturnPage() {
  const t = useText(weChatText)
  const { path, go } = usePlace()
  const isBinding = path === '/weixin/bind'
  const { waiting, failed, act, to: next } = words[isBinding ? 'bind' : 'signIn']
  const { fault, code, stepForm } = useReturning(async (answer) => {
    const { to } = await call(finishWeChat, { answer })
    return { to, ...(isBinding ? { before: () => toast.good(t('bound')) } : {}) }
  })
  // WeChat is switched off, so a retry cannot succeed.
  const isOff = !isBinding && code === errors.codeOf('weChatOff')
  return (
    <LoginFrame title={t('title')} about={fault === undefined ? t(waiting) : failed && t(failed)}>
      {stepForm}
      {fault !== undefined && (
        <WayFault
          text={fault}
          act={
            isOff
              ? { label: t('otherWay'), do: () => go('/login') }
              : { label: t(act), do: () => go(next, { replace: true }) }
          }
          other={isBinding || isOff ? undefined : { label: t('otherWay'), to: '/login' }}
        />
      )}
    </LoginFrame>
  )
}
