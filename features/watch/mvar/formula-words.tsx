// A formula with names of variables and devices instead of ids.
import { useText } from '../../../ui/words.ts'
import { ExpressionWords } from '../../device/open/config-expression-field.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import type { MvarFormula, MvarInput } from './contract.ts'
import { mvarText } from './text.ts'

export function FormulaWords({ formula, inputs }: { formula: MvarFormula; inputs: readonly MvarInput[] }) {
  const t = useText(mvarText)
  const named = useName()
  const names = new Map(
    inputs.map(({ signalId, title, subTitle }) => [signalId, `${named(subTitle)} · ${named(title)}`]),
  )
  return (
    <>
      {formula.calcType !== 'custom' && `${t(formula.calcType)}: `}
      <ExpressionWords
        expression={formula.text}
        nameOf={(_, signalId) => names.get(signalId)}
        unknown={(id) => t('unseen', { id })}
      />
    </>
  )
}
