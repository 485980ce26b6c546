// Signal strength as four bars and a number; the name of the band on hover and for screen readers.
import '../gateway/gateway.css'
import { nothingShown } from '../../../ui/format.ts'
import { useText } from '../../../ui/words.ts'
import { strengthBand } from '../gateway/strength.ts'
import { gatewayText } from '../gateway/text.ts'

export function SignalStrength({ percent, word = false }: { percent: number | null; word?: boolean }) {
  const t = useText(gatewayText)
  if (percent === null) return nothingShown
  const band = strengthBand(percent)
  const told = t(`strength${band}`)
  return (
    <span className={`strength strength-${band}`} title={told}>
      <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true">
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            className={bar <= band ? 'strength-on' : undefined}
            x={bar * 4}
            y={9 - bar * 3}
            width="3"
            height={3 + bar * 3}
            rx="0.5"
          />
        ))}
      </svg>
      {percent} %{word ? ` · ${told}` : <span className="unseen">{told}</span>}
    </span>
  )
}
