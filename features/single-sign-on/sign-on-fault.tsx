// Why a single sign-on did not go on.
import { Icon } from '../../ui/icon.tsx'

export function SignOnFault({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="login-error" role="alert">
      <Icon name="alarm" size={16} />
      {text}
    </p>
  )
}
