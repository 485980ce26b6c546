// Why a way over WeChat did not go on, and what to do next.
import { Icon } from '../../ui/icon.tsx'
import { Go } from '../../ui/place.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import { weChatText } from './text.ts'

type Act = { words: 'again' | 'back'; do: () => void }

export function Fault({ text, act, otherWay }: { text: string; act: Act; otherWay?: string | undefined }) {
  const t = useText(weChatText)
  return (
    <div className="login-form">
      <p className="login-error" role="alert">
        <Icon name="alarm" size={16} />
        {text}
      </p>
      <PlainAct kind="primary" large onClick={act.do}>
        {t(act.words)}
      </PlainAct>
      {otherWay !== undefined && (
        <p className="login-forgotten">
          <Go to={otherWay}>{t('otherWay')}</Go>
        </p>
      )}
    </div>
  )
}
