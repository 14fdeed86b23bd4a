"""Sets of regions as bits: the lowest member, by the one instruction that processors have for it.

Loops over the members of a set read so, and cost nothing for regions that are not in it:

    while bits != 0:
        region = lowest(bits)
        bits &= bits - 1
"""

from numba import types
from numba.extending import intrinsic

from envs.core.compiling import COMPILED

if COMPILED:

    @intrinsic
    def lowest(typing_context, bits):
        """Return the lowest member of a set, int64, that is not empty."""

        def generate(context, builder, signature, arguments):
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), generate

else:

    def lowest(bits):
        """Return the lowest member of a set that is not empty."""
        return (int(bits) & -int(bits)).bit_length() - 1
