// A message that concerns a login form as a whole.
import { Icon } from '../../../ui/icon.tsx'
import './login.css'

export function FaultLine({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="login-error" role="alert">
      <Icon name="alarm" size={16} />
      {text}
    </p>
  )
}
