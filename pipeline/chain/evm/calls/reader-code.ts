import { assemble } from './assembler.ts';

/** Gas for each view of a contract. */
export const gasPerView = 300_000;
/** Gas for each view of a contract that used all of it up once. */
const gasPerIsolatedView = 100_000;
/** Views that use their gas up before the first answer, after which a contract is not asked further. */
const mostBurns = 5;
/** Longest answer of a view that is kept, bytes. */
export const longestAnswer = 8_192;
/** First bytes of a contract's code that the reader returns: enough for EIP-1167 and EIP-7702. */
export const headBytes = 48;

/** The result of a view, one byte. */
export const viewStatus = { reverted: 0, ok: 1, tooLong: 2, gasUsedUp: 3, notAsked: 4 } as const;

const variables = [
  'end',
  'target',
  'out',
  'address',
  'size',
  'burns',
  'answers',
  'left',
  'view',
  'length',
  'gas',
  'used',
];
/** The calldata of a view, at most 1,536 bytes, is copied to the first; the output grows from the second. */
const [input, output] = [0x200, 0x800];

/** `$name MLOAD` reads a variable, `$name MSTORE` sets it to the value on the stack. */
const survey = `
  ADDRESS CALLER EQ @isolated JUMPI
  0 CALLDATALOAD 240 SHR 20 MUL 2 ADD $end MSTORE   // first byte after the targets
  2 $target MSTORE
  ${output} $out MSTORE
:nextTarget
  $end MLOAD $target MLOAD LT ISZERO @finish JUMPI
  $target MLOAD CALLDATALOAD 96 SHR $address MSTORE
  $address MLOAD EXTCODEHASH $out MLOAD MSTORE
  $address MLOAD EXTCODESIZE $size MSTORE
  $size MLOAD 224 SHL $out MLOAD 32 ADD MSTORE
  ${headBytes} 0 $out MLOAD 36 ADD $address MLOAD EXTCODECOPY
  $out MLOAD ${36 + headBytes} ADD $out MSTORE
  0 $burns MSTORE
  0 $answers MSTORE
  $end MLOAD CALLDATALOAD 240 SHR $left MSTORE
  $end MLOAD 2 ADD $view MSTORE
:nextView
  $left MLOAD ISZERO @targetDone JUMPI
  1 $left MLOAD SUB $left MSTORE
  $view MLOAD CALLDATALOAD 240 SHR $length MSTORE
  $size MLOAD ISZERO @skip JUMPI
  ${mostBurns} $burns MLOAD GT $answers MLOAD ISZERO MUL @skip JUMPI
  ${gasPerView + 20_000} GAS LT @starved JUMPI      // a view never fails because others used the gas
  $burns MLOAD @isolate JUMPI
  $length MLOAD $view MLOAD 2 ADD ${input} CALLDATACOPY
  GAS $gas MSTORE
  0 0 $length MLOAD ${input} $address MLOAD ${gasPerView} STATICCALL
  GAS $gas MLOAD SUB $used MSTORE
  @answered JUMPI
  ${gasPerView} $used MLOAD LT @reverted JUMPI
  1 $burns MLOAD ADD $burns MSTORE
:isolate                                            // the view may write, which a static call does not let it do
  $address MLOAD 96 SHL ${input} MSTORE
  $length MLOAD $view MLOAD 2 ADD ${input + 20} CALLDATACOPY
  0 0 20 $length MLOAD ADD ${input} 0 ADDRESS ${gasPerIsolatedView + 60_000} CALL
  @reverted JUMPI                                   // it always reverts
  RETURNDATASIZE ISZERO @usedUp JUMPI
  1 0 0x1e0 RETURNDATACOPY
  0x1e0 MLOAD 248 SHR $used MSTORE
  ${viewStatus.gasUsedUp} $used MLOAD EQ @usedUp JUMPI
  ${viewStatus.reverted} $used MLOAD EQ @reverted JUMPI
  ${viewStatus.tooLong} $used MLOAD EQ @tooLong JUMPI
  1 $answers MSTORE
  ${viewStatus.ok} $out MLOAD MSTORE8
  1 RETURNDATASIZE SUB 240 SHL $out MLOAD 1 ADD MSTORE
  1 RETURNDATASIZE SUB 1 $out MLOAD 3 ADD RETURNDATACOPY
  2 RETURNDATASIZE ADD $out MLOAD ADD $out MSTORE
  @viewDone JUMP
:usedUp
  1 $burns MLOAD ADD $burns MSTORE
  ${viewStatus.gasUsedUp} @mark JUMP
:reverted
  ${viewStatus.reverted} @mark JUMP
:skip
  ${viewStatus.notAsked} @mark JUMP
:tooLong
  ${viewStatus.tooLong}
:mark                                               // status and length 0
  $out MLOAD MSTORE8
  0 $out MLOAD 1 ADD MSTORE
  3 $out MLOAD ADD $out MSTORE
  @viewDone JUMP
:answered
  1 $answers MSTORE
  ${longestAnswer} RETURNDATASIZE GT @tooLong JUMPI
  ${viewStatus.ok} $out MLOAD MSTORE8
  RETURNDATASIZE 240 SHL $out MLOAD 1 ADD MSTORE
  RETURNDATASIZE 0 $out MLOAD 3 ADD RETURNDATACOPY
  RETURNDATASIZE 3 ADD $out MLOAD ADD $out MSTORE
:viewDone
  $length MLOAD 2 ADD $view MLOAD ADD $view MSTORE
  @nextView JUMP
:targetDone
  20 $target MLOAD ADD $target MSTORE
  @nextTarget JUMP
:starved
  0 0 REVERT
:finish
  ${output} $out MLOAD SUB ${output} RETURN
:isolated                                           // called by itself: a contract, and the call of a view
  20 CALLDATASIZE SUB 20 0 CALLDATACOPY
  GAS
  0 0 20 CALLDATASIZE SUB 0 0 0 CALLDATALOAD 96 SHR ${gasPerIsolatedView} CALL
  @isolatedAnswered JUMPI
  GAS DUP2 SUB
  ${gasPerIsolatedView} GT @isolatedReverted JUMPI
  ${viewStatus.gasUsedUp} @isolatedMark JUMP
:isolatedReverted
  ${viewStatus.reverted} @isolatedMark JUMP
:isolatedLong
  ${viewStatus.tooLong}
:isolatedMark
  0 MSTORE8
  1 0 REVERT
:isolatedAnswered
  ${longestAnswer} RETURNDATASIZE GT @isolatedLong JUMPI
  ${viewStatus.ok} 0 MSTORE8
  RETURNDATASIZE 0 1 RETURNDATACOPY
  1 RETURNDATASIZE ADD 0 REVERT
`;

/**
 * Code that asks views of many contracts. Calldata: number of targets (2 bytes), their addresses (20 each), number of views
 * (2), each view's length (2) and calldata. It returns for each target: code hash (32), code size (4), first bytes of the
 * code (48), then for each view its status (1), length (2) and answer. A target costs the others nothing: gas and bytes per
 * view are bounded, and one that uses its gas up and answers nothing is not asked further. A view that used its gas up is called
 * again, and those after it, so that it may write; what it writes is taken back. Short of gas it reverts as a whole, so that
 * the caller asks fewer targets.
 */
export const surveyCode = assemble(survey, variables);

/** Code that takes the place of a contract's and returns its storage at the slots of its calldata, 32 bytes each. */
export const slotsCode = assemble(`
  0
:next
  CALLDATASIZE DUP2 LT ISZERO @done JUMPI
  DUP1 CALLDATALOAD SLOAD DUP2 MSTORE
  32 ADD @next JUMP
:done
  CALLDATASIZE 0 RETURN
`);

/** Code that answers 1: whether a node takes code overrides at all. */
export const answerOneCode = assemble('1 0 MSTORE 32 0 RETURN');
