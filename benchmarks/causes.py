"""Why a bar is missed, by the name of its row. A row that is not here says that its cause has not been examined."""

CAUSES: dict[str, str] = {
    "forward dynamics, hinged chain, N = 10, net of calls, against CasADi C": (
        "CasADi's code is straight-line code for this one chain: frames parallel at zero and the zeros of places and centres "
        "are gone from it before C sees it. Ours loops over one pass for each pattern of zeros and ones, and reads all other "
        "numbers from tables."
    ),
    "heavy top, 1 s at 1e-05, against Exudyn": (
        "Exudyn's best model here is not a body on a ball joint but a kinematic tree of three hinges, whose spin is a "
        "coordinate of its own; an explicit method then needs a few dozen steps. Ours is compared in the same coordinates; "
        "the row on a ball joint has the model that most would write."
    ),
    "cached start to 10 s of a four-bar": (
        "importing NumPy takes 0.07 s, our own modules 0.1 s, and tracing the mechanism 0.03 s."
    ),
    "cold start to 10 s of a four-bar": (
        "compiling the loops takes 0.4 s, the kernels 0.1 s, imports 0.2 s."
    ),
    "from model to machine code, tree of seven joints of 200": (
        "about half is the compiler, most of it making machine code for 117 different cells, some of a thousand operations; "
        "the other half is tracing these cells in Python."
    ),
    "from model to machine code, tree of seven joints, 200 after 60 others": (
        "nine tenths are Python: every mechanism traces its cells anew before it can know that they are in the cache."
    ),
    "growth of forward dynamics with the length of a chain: exponent": (
        "a chain of 10 stays in the nearest cache and costs a tenth less per body than one of 100; from 40 on growth is even."
    ),
    "Jacobian of forward dynamics, hinged chain, N = 10": (
        "eight rows take some 190 operations on lanes, 54 loads and 55 stores for each body, each of them two instructions on "
        "this processor, whose registers hold four numbers. The bar comes from a processor with registers of eight."
    ),
    "Jacobian of forward dynamics, hinged chain, N = 10, against CasADi C": (
        "eight rows take some 190 operations on lanes, 54 loads and 55 stores for each body, each of them two instructions on "
        "this processor, whose registers hold four numbers. The bar comes from a processor with registers of eight."
    ),
    "Jacobian of forward dynamics, hinged chain, N = 40": (
        "eight rows take some 190 operations on lanes, 54 loads and 55 stores for each body, each of them two instructions on "
        "this processor, whose registers hold four numbers. The bar comes from a processor with registers of eight."
    ),
    "Jacobian of forward dynamics, generic chain, N = 10": (
        "eight rows take some 190 operations on lanes, 54 loads and 55 stores for each body, each of them two instructions on "
        "this processor, whose registers hold four numbers. The bar comes from a processor with registers of eight."
    ),
    "Jacobian of forward dynamics, generic chain, N = 40": (
        "eight rows take some 190 operations on lanes, 54 loads and 55 stores for each body, each of them two instructions on "
        "this processor, whose registers hold four numbers. The bar comes from a processor with registers of eight."
    ),
    "lanes, four-bar kernel, 8 lanes: throughput over scalar": (
        "this processor has registers of four numbers, so that eight lanes are two instructions each."
    ),
}
