"""Where things lie in `data` and `tables`, the two arrays that compiled loops share.

`tables` begins with sizes and with the offsets of every part of both arrays; the loops read them from there, so one
source serves every mechanism. Both arrays are filled by `memory`.
"""

# Sizes, at the head of `tables`.
NQ, NV, NX, NROWS, NM, NG, NSENSE, NKKT, NBLOCKS, NFREE, NGUARDS, NTURNING = range(12)
# Offsets into `tables`.
(
    T_LDL,
    T_M,
    T_GSLOT,
    T_GROW,
    T_GCOL,
    T_START,
    T_ENTRY,
    T_PAIRS,
    T_DIAG,
    T_ORDER,
    T_PIVOTS,
    T_TIED,
    T_PROBE,
    T_PLAN,
    T_BLOCKS,
    T_BROW,
    T_BCOL,
    T_BENTRY,
    T_BPLACE,
    T_GRAM,
    T_TURNING,  # speeds that turn something
) = range(12, 33)
# Offsets into `data`.
(
    D_SPOT,
    D_TIME,
    D_INPUTS,
    D_CONSTANTS,
    D_KERNEL,
    D_ACTIVE,
    D_WEIGHT,
    D_UNIT,
    D_ROW,
    D_COLUMN,
    D_M,
    D_F,
    D_G,
    D_BETA,
    D_GAP,
    D_ALPHA,
    D_SENSE,
    D_KKT,
    D_SOLUTION,
    D_WORK,
    D_Q,
    D_STEP,
    D_WAY,
    D_VDOT,
    D_LAM,
    D_NORMAL,
    D_PROBE,
    D_SQUARE,
    D_SIZES,
    D_GRAM,
    D_UPPER,
    D_SCALED,
    D_ACROSS,
    D_ALONG,
    D_LAST,
    D_BLOCKS,
    D_STATE,
) = range(33, 70)
HEAD = 70

# A record of the T_BLOCKS part: sizes of a block of rows, and where its own parts begin, in `tables` ...
(
    B_ROWS,
    B_COLUMNS,
    B_ENTRIES,
    B_ROW,  # its rows
    B_COLUMN,  # its columns
    B_ENTRY,  # its places in G
    B_PLACE,  # for each of these the row and the column within the block, one after another
    B_ORDER,  # its rows in the order chosen (dense)
    B_GRAM,  # pattern of the factors of G G^T (large; 0: dense)
    B_PRODUCTS,  # how G G^T is made: pairs of entries and the slots they add to (large)
    B_NPRODUCTS,
    # ... and in `data`.
    B_NORMAL,  # dense: orthonormal basis of its rows; large: its scaled entries, at the last accepted state
    B_LAST,  # large: the direction that the row which sticks out least adds, as a combination of rows
) = range(13)
BLOCK_SIZE = 13

# A record of the D_BLOCKS part: what the loops remember of a block.
(
    R_RANK,
    R_SIGMA,
    R_BEFORE,
    R_NEAR,  # whether stages are put onto the manifold, in the next step ...
    R_WAS_NEAR,  # ... and in the last one
    R_CHOSEN,  # large: smallest pivot when the rows were last chosen
    R_WEAKEST,  # large: the step at which the smallest pivot is met, or the row that sticks out least ...
    R_ALLOWED,  # ... if this, by how much less rows may stick out of all others than of those before, is not 0
    R_ASKED,  # what drivers ask of it: largest scaled rate of a row ...
    R_MOST_ASKED,  # ... and the largest so far
) = range(10)
RECORD_SIZE = 10

# Entries of the D_STATE part: what the loops remember between steps.
(
    RANK,
    SIGMA,
    ON_MANIFOLD,
    WAS_ON_MANIFOLD,
    WORST_GAP,
    WORST_RATE,
    LEAST_SIGMA,
    STAGE_STEPS,
    GROWN,
    PUSH,
    TOLERANCE,
    DRIFT,
    RATE_DRIFT,
    SIGMA_KEPT,
    CLOSER,
    T_KEPT,
    FIRST_STEP,
    LONG_STEP,
    WORST_BLOCK,
) = range(19)
STATE_SIZE = 19
