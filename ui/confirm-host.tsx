// Shows the question that a call of `confirm` asks.
import { ConfirmCard, openQuestion } from './confirm.tsx'
import { ModalBox } from './modal-box.tsx'
import { useTurn } from './modal-turn.ts'
import { useStore } from './store.ts'

/** Each question is a new dialog, so that no part of the previous one remains or can be pressed. */
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
