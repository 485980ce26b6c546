// FINS commands in frames of Host Link to the CPU that is connected directly (W342, section 3-5). Pure.
import { garbledFault, type LineText } from '../marked-line.ts'
import { type Command, dataOf as finsDataOf, resultIn, textOf } from '../omron-fins/frame.ts'
import { bytesIn, dataOf, hexOf } from './c-mode.ts'

const finsCode = 'FA'
// No waiting time before the answer; then ICF, DA2, SA2 and SID of a command.
const commandStart = '0' + '00000000'
// ICF, DA2, SA2 and SID of an answer.
const answerForm = /^[4C]0000000/

export const finsRequest = (command: Command): LineText => ({
  code: finsCode,
  text: commandStart + hexOf(textOf(command)),
})

/** The data of the answer to a command. Throws the fault of its end codes, 1712 for anything else. */
export function finsAnswer(text: string, command: Command): Uint8Array {
  const data = dataOf(text)
  const start = answerForm.exec(data)?.[0]
  if (start === undefined) throw garbledFault('no answer to a FINS command')
  const result = resultIn(bytesIn(data.slice(start.length)), command)
  if (!result) throw garbledFault('an answer to another FINS command')
  return finsDataOf(result, command)
}
