// Kinds of information and of commands, by the part of their type's name. Pure.

/** Single and double point, step, bitstring, measured values: normalized, scaled, float; integrated totals, packed points. */
export type Kind = 'SP' | 'DP' | 'ST' | 'BO' | 'ME_NA' | 'ME_NB' | 'ME_NC' | 'IT' | 'PS'

/** Single, double and regulating step command, setpoints: normalized, scaled, float; bitstring. In the order of their types. */
export const commandKinds = ['SC', 'DC', 'RC', 'SE_NA', 'SE_NB', 'SE_NC', 'BO'] as const
export type CommandKind = (typeof commandKinds)[number]
