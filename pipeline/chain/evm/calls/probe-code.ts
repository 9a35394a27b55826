import { assemble } from './assembler.ts';

/** Gas for each probe. */
const gasPerProbe = 500_000;
/** Gas that the account which probes needs besides. */
const gasAround = 50_000;
/** First bytes of an input that asks for a probe: the first of keccak-256 of `attestry probe`. */
const magic = 0x209f_9682;

/** The result of a probe, one byte. */
export const probeStatus = { failed: 0, succeeded: 1, notAsked: 3 } as const;

const variables = ['left', 'at', 'out', 'length'];
const [input, output] = [0x200, 0x800];

/** In the notation of `reader-code.ts`. */
const prober = `
  0 CALLDATALOAD 240 SHR $left MSTORE
  2 $at MSTORE
  ${output} $out MSTORE
:next
  $left MLOAD ISZERO @finish JUMPI
  1 $left MLOAD SUB $left MSTORE
  ${gasPerProbe + 2 * gasAround} GAS LT @starved JUMPI
  $at MLOAD 40 ADD CALLDATALOAD 240 SHR $length MSTORE
  ${magic} 224 SHL ${input} MSTORE
  20 $at MLOAD 20 ADD ${input + 4} CALLDATACOPY
  $length MLOAD $at MLOAD 42 ADD ${input + 24} CALLDATACOPY
  0 0 $length MLOAD 24 ADD ${input} 0 $at MLOAD CALLDATALOAD 96 SHR ${gasPerProbe + gasAround} CALL
  @notAsked JUMPI                                   // a lent account always reverts
  1 RETURNDATASIZE SUB @notAsked JUMPI
  1 0 $out MLOAD RETURNDATACOPY
  @probeDone JUMP
:notAsked
  ${probeStatus.notAsked} $out MLOAD MSTORE8
:probeDone
  1 $out MLOAD ADD $out MSTORE
  42 $length MLOAD ADD $at MLOAD ADD $at MSTORE
  @next JUMP
:starved
  0 0 REVERT
:finish
  ${output} $out MLOAD SUB ${output} RETURN
`;

/**
 * Code that asks accounts for probes. Calldata: number of probes (2 bytes), then for each the account that calls (20), the
 * contract that it calls (20), the length of the call (2) and the call. It returns a status for each, one byte. Short of
 * gas it reverts as a whole.
 */
export const proberCode = assemble(prober, variables);

/**
 * Code that is lent to an account: asked for a probe, it calls the contract as this account, and reverts with the status,
 * so that no probe sees what another one did. To any other call it answers as an account without code does.
 */
export const lentCode = assemble(`
  ${magic} 0 CALLDATALOAD 224 SHR SUB @other JUMPI
  24 CALLDATASIZE SUB 24 0 CALLDATACOPY
  0 0 24 CALLDATASIZE SUB 0 0 4 CALLDATALOAD 96 SHR ${gasPerProbe} CALL
  0 MSTORE8
  1 0 REVERT
:other
  0 0 RETURN
`);
