// Shows the question that `confirm` asks.
import { ConfirmCard, openQuestion } from './confirm.tsx'
import { ModalBox } from './modal-box.tsx'
import { useTurn } from './modal-turn.ts'
import { useStore } from './store.ts'

/** Each question is a dialog of its own: nothing of the one before can be left of it, or be pressed in its place. */
export function ConfirmHost() {
  const question = useStore(openQuestion)
  useTurn(question !== null)
  if (!question) return null
  return (
    <ModalBox key={question.id} label={question.title} width={420} onClose={() => question.answer(false)}>
      <ConfirmCard question={question} onAnswer={question.answer} />
    </ModalBox>
  )
}
