import { Copyable } from '../../../ui/key-values.tsx'
import { OnceDialog, OnceTold } from '../../../ui/once-dialog.tsx'
import { useText } from '../../../ui/words.ts'
import { secondFactorText } from './text.ts'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText(secondFactorText)
  return (
    <OnceDialog title={t('codesTitle')} note={t('codesNote')} once={t('codesOnce')} width={600} onClose={onClose}>
      <OnceTold term={t('codes')}>
        <Copyable text={codes.join('\n')}>
          <ul className="factor-codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </Copyable>
      </OnceTold>
    </OnceDialog>
  )
}
