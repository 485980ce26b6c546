// The direct link of a company: redirects to its identity provider immediately. In the window that confirms a session,
// the account's own provider asks the user to sign in again.
import { call } from '../../../contract/call.ts'
import { errorCode, sessionLostCodes } from '../../../contract/errors.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { useLeaving, WayFault } from '../login/part-other-site.tsx'
import { beginSignOn, confirmSignOn } from './contract.ts'
import { signOnText } from './text.ts'

export default function LeavePage() {
  const t = useText(signOnText)
  const { params, path, search, go } = usePlace()
  const isConfirming = path.endsWith('/confirm')
  const { fault, leave } = useLeaving(() =>
    isConfirming ? call(confirmSignOn, {}) : call(beginSignOn, { slug: params.slug ?? '', to: search.to ?? '/' }),
  )
  const { to } = search
  // There is no company with this short name, so a retry cannot succeed.
  const isUnknown = !isConfirming && fault?.code === errorCode('signOnUnknown')
  // A session that has ended cannot be confirmed.
  const isEnded = fault !== undefined && sessionLostCodes.includes(fault.code)
  return (
    <LoginFrame title={t('title')} about={fault ? undefined : t('leaving')}>
      {fault && (
        <WayFault
          text={fault.message}
          act={
            isUnknown
              ? { label: t('otherCompany'), do: () => go(withSearch('/sso', { to })) }
              : { label: t('again'), do: leave }
          }
          other={isConfirming && !isEnded ? undefined : { label: t('otherWay'), to: withSearch('/login', { to }) }}
        />
      )}
    </LoginFrame>
  )
}
