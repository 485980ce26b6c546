// Why the platform cannot be called now, in the user's language; undefined while it answers.
import { useLink } from './link.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'

const words = { noNetwork: 'awayNetwork', noPlatform: 'awayPlatform', noDatabase: 'awayDatabase' } as const

export function useAway(): string | undefined {
  const t = useText(uiText)
  const { state } = useLink()
  return state === 'up' ? undefined : t(words[state])
}
